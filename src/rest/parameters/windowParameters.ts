import { dateParameter } from './dateParameter.ts';
import { instantParameter } from './instantParameter.ts';
import { optionalParameter } from './optionalParameter.ts';

/** `from` and `to` of a window of dates. @param length what the window is long when one is given, e.g. `8 dates` */
export function dateWindowParameters(length: string) {
  return {
    from: optionalParameter(dateParameter({ description: begin(length) })),
    to: optionalParameter(dateParameter({ description: end(length) })),
  };
}

/** `from` and `to` of a window of time. @param length what the window is long when one is given, e.g. `7 days` */
export function timeWindowParameters(length: string) {
  return {
    from: optionalParameter(instantParameter({ description: begin(length) })),
    to: optionalParameter(instantParameter({ description: end(length) })),
  };
}

function begin(length: string): string {
  return `Start of the window. Given alone, the window is ${length} long.`;
}

function end(length: string): string {
  return `End of the window, exclusive, at most 31 days after \`from\`. Given alone, the window is ${length} long.`;
}
