/** Ids in the examples of help. */
export const AN_ID = '0197f3a2-8c1e-7d3b-9f00-2b6a1c4d5e6f';

/** Another one, such as the anime that another becomes. */
export const ANOTHER_ID = '0197f3a2-9d2f-7e4c-8a11-3c7b2d5e6f70';
