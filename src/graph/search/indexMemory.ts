/** As `npm run bench:search` prints it (docs/search.md): 68 MB for 26,340 anime, 219 for 100,000. */
const BYTES_PER_ANIME = 2_580;

/** About what an index of so many anime takes of a process's memory. */
export function indexMemory(documents: number): number {
  return documents * BYTES_PER_ANIME;
}
