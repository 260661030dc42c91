/** What Node says of a request that its parser refuses. */
export interface ParserError extends NodeJS.ErrnoException {
  /** The parser's own words. */
  readonly reason?: string;
  /** What came from the connection at once, and how much of it was in order. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}
