import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { errorMessage } from '../../errors.ts';
import type { Logger } from '../logger.ts';

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0];

/** Of ExportResultCode, which is an enum of a package that this file need not load. */
const SUCCESS = 0;

/** An exporter that logs when spans begin to get lost, and when they arrive again. */
export class ExportReporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  #isFailing = false;

  constructor(exporter: SpanExporter, logger: Logger) {
    this.#exporter = exporter;
    this.#logger = logger;
  }

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
    this.#exporter.export(spans, (result) => {
      this.#note(result);
      done(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #note({ code, error }: Result): void {
    const isFailing = code !== SUCCESS;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (isFailing) this.#logger.warn({ reason: errorMessage(error) }, 'traces cannot be sent and are lost');
    else this.#logger.info('traces are sent again');
  }
}
