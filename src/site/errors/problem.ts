/** A kind of problem, as the interface defines it. */
export interface Problem {
  /** The stable code, the last part of the page's path. */
  readonly code: string;
  readonly status: number;
  readonly title: string;
  /** What happened. */
  readonly meaning: string;
  /** What the caller can do. */
  readonly remedy: string;
  /** A request with this problem, and the answer as JSON text. */
  readonly example: { readonly request: string; readonly answer: string };
  /** Whether `/` and `/docs` are served. */
  readonly hasHome: boolean;
  /** Links to documents that help. */
  readonly help: readonly { readonly label: string; readonly to: string }[];
}
