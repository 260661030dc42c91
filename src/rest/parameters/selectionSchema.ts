import { z } from 'zod';

const made = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * The schema of what `fields` selects of a resource: its members and those of the objects within, none of them
 * required. Generated clients would refuse a selection, or fill it up, by the schema of the whole.
 */
export function selectionSchema(resource: z.ZodObject): z.ZodObject {
  const known = made.get(resource);
  if (known !== undefined) return known;
  const members = Object.entries(resource.shape).map(([name, schema]) => [name, partOf(schema).optional()] as const);
  const id = resource.meta()?.id;
  const selection = z
    .object(Object.fromEntries(members))
    .meta({ ...(id && { id: `${id}Selection`, description: `What \`fields\` selects of ${id}.` }) });
  made.set(resource, selection);
  return selection;
}

/** The schema of answers that show a resource, or a page, whole or in part; generators need its name. */
export function wholeOrPart(whole: z.ZodType, part: z.ZodType): z.ZodType {
  const id = whole.meta()?.id;
  return z
    .union([whole, part])
    .meta({ id: `${id}Answer`, description: `${id}, or where \`fields\` is sent ${id}Selection.` });
}

/** A member's value, of which a part may be selected. */
function partOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional) return partOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNullable) {
    const value = schema.unwrap() as z.ZodType;
    const part = partOf(value);
    return part === value ? schema : part.nullable();
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element as z.ZodType;
    const part = partOf(element);
    return part === element ? schema : z.array(part);
  }
  return schema instanceof z.ZodObject ? selectionSchema(schema) : schema;
}
