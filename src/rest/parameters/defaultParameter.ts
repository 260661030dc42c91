import type { z } from 'zod';
import { parameterDescription } from './parameterDescription.ts';

/** A parameter that means `value` when it is left out. */
export function defaultParameter<Parameter extends z.ZodType>(
  parameter: Parameter,
  value: z.core.util.NoUndefined<z.output<Parameter>>,
) {
  return parameter.default(value).meta({ ...parameterDescription(parameter), override: { default: value } });
}
