/** A request that is shown as code. */
interface Sample {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly needsToken: boolean;
  /** The type of its body; null without one. */
  readonly bodyType: string | null;
}

/** The placeholder of the service's origin, replaced when the page is sent. */
export const ORIGIN = 'https://origin.invalid';

/** The request by curl, fetch and Python. */
export function codeFor({ method, target, needsToken, bodyType }: Sample): readonly (readonly [string, string])[] {
  const url = `${ORIGIN}${target}`;
  const headers = [
    ...(needsToken ? [['Authorization', 'Bearer eyJ…'] as const] : []),
    ...(bodyType === null ? [] : [['Content-Type', bodyType] as const]),
  ];
  const json = JSON.stringify(Object.fromEntries(headers));
  const curl = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    ...headers.map(([name, value]) => `-H '${name}: ${value}'`),
    ...(bodyType === null ? [] : ['--data @body.json']),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: ${json}`]),
    ...(bodyType === null ? [] : ['body']),
  ];
  const python = [
    `'${url}'`,
    ...(method === 'GET' ? [] : [`method='${method}'`]),
    ...(headers.length === 0 ? [] : [`headers=${json}`]),
    ...(bodyType === null ? [] : ['data=body']),
  ];
  return [
    ['curl', curl.join(' \\\n  ')],
    ['JavaScript', `const answer = await fetch('${url}'${options.length === 0 ? '' : `, { ${options.join(', ')} }`});`],
    [
      'Python',
      `from urllib.request import Request, urlopen\n\nanswer = urlopen(Request(${python.join(', ')}))\nprint(answer.read().decode())`,
    ],
  ];
}
