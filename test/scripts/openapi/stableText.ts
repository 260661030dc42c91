/** What a run draws or measures anew, with the value that stands for it in examples. */
const drawn: readonly (readonly [RegExp, string])[] = [
  [/("nextCursor": *)"[^"]{20,}"/g, '$1"NDcxOmEyYjRjNmQ4ZTA.cGFnZQ"'],
  [/"whsec_[\w-]+"/g, '"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"'],
  [/("sha256": *)"[^"]+"/g, '$1"RBNvo1WzZ4oRRq0W9-hknpT7T8If536DEMBg9hyq_4o"'],
  [/("size": *)\d+/g, '$11234'],
  [/("durationMs": *)\d+/g, '$1184'],
  [/("service-timestamp": *)"\d+"/g, '$1"1795253400"'],
];

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * JSON text in which everything that differs between two runs has a fixed value: identifiers, numbered as they first
 * appear, instants after `begun`, cursors, secrets and measurements.
 */
export function stableText(json: string, begun: Date): string {
  const known = new Map<string, string>();
  const stableId = (id: string) => {
    const stable = known.get(id) ?? `01a2082c-dcda-7000-8000-${(known.size + 1).toString(16).padStart(12, '0')}`;
    known.set(id, stable);
    return stable;
  };
  const text = json
    .replaceAll(UUID, stableId)
    .replaceAll(INSTANT, (instant) => (new Date(instant) < begun ? instant : '2026-11-23T11:31:27.578Z'));
  return drawn.reduce((result, [pattern, value]) => result.replaceAll(pattern, value), text);
}
