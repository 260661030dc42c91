import { LARGEST_PAGE, STANDARD_PAGE } from '../model/limits.ts';

/** The arguments of a list in SDL. @param alike what the page of a cursor has in common with the one asked for */
export function pageArguments(alike = ''): string {
  return `"Page size, 1–${LARGEST_PAGE}."
      first: Int! = ${STANDARD_PAGE}
      "Cursor of an earlier page${alike === '' ? '' : ` ${alike}`}."
      after: String`;
}
