/** Years of the catalogue, everywhere (contract, Limits; design.md 6). */
export const years = { minimum: 1900, maximum: 2200 } as const;
