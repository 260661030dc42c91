import type { z } from 'zod';

/** The description of a parameter, for the schema that wraps it: only at the outermost one the parameter shows it. */
export function parameterDescription(parameter: z.ZodType): { description?: string } {
  const { description } = parameter.meta() ?? {};
  return description === undefined ? {} : { description };
}
