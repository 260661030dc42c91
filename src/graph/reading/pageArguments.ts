import { LARGEST_PAGE, STANDARD_PAGE } from '../model/limits.ts';

/** The arguments of a list in SDL. @param alike what the cursor's page must have in common with the requested one */
export function pageArguments(alike = ''): string {
  return `"Page size, 1–${LARGEST_PAGE}."
      first: Int! = ${STANDARD_PAGE}
      "Cursor of an earlier page${alike === '' ? '' : ` ${alike}`}."
      after: String`;
}
