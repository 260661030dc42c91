import { closeSync, openSync, writeSync } from 'node:fs';
import { UsageError } from '../failures.ts';
import type { RejectedRecord } from './importReport.ts';

/** The file of `--rejects`: one JSON object a line, written as records are rejected, so that memory holds none. */
export class RejectsFile {
  readonly #path: string;
  #file: number;

  /** @throws UsageError where it cannot be written */
  constructor(path: string) {
    this.#path = path;
    this.#file = this.#open();
  }

  /** Empties it, for the records of another pass. */
  begin(): (record: RejectedRecord) => void {
    this.close();
    this.#file = this.#open();
    return ({ place, reason, pointer }) => {
      writeSync(this.#file, `${JSON.stringify({ [place.unit]: place.number, reason, pointer })}\n`);
    };
  }

  close(): void {
    closeSync(this.#file);
  }

  #open(): number {
    try {
      return openSync(this.#path, 'w');
    } catch (error) {
      throw new UsageError(`cannot write ${this.#path}: ${(error as Error).message}`);
    }
  }
}
