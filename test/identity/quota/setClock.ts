/** Sets the clock of this process, as an administrator sets that of the machine. @returns a function that sets it back */
export function setClock(seconds: number): () => void {
  const { now } = Date;
  Date.now = () => now() + seconds * 1_000;
  return () => {
    Date.now = now;
  };
}
