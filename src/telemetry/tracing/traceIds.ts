import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** Random ids. That of a trace is drawn before its first span, so that a sampler can decide by it. */
export class TraceIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  #drawn = this.#random.generateTraceId();

  /** The id of the trace that begins next. */
  draw(): string {
    this.#drawn = this.#random.generateTraceId();
    return this.#drawn;
  }

  generateTraceId(): string {
    return this.#drawn;
  }

  generateSpanId(): string {
    return this.#random.generateSpanId();
  }
}
