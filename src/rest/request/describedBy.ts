/**
 * The value of the header Link of refusals and redirects: where the description tells of an operation.
 * @param template e.g. `/v1/anime/{id}`
 * @param method absent: all of the path's
 */
export function describedBy(template: string, method?: string): string {
  const pointer = ['paths', template, ...(method === undefined ? [] : [method.toLowerCase()])]
    .map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  return `</v1/openapi.json#/${pointer}>; rel="describedby"`;
}
