import type { Page } from '../page.ts';
import { setPagePolicy } from '../reference/pagePolicy.ts';
import { sendDocument, storeDocument } from '../request/sendDocument.ts';
import { isProblemCode, problemCodes } from './problemCodes.ts';
import { ProblemError } from './problemError.ts';

/** The pages that the member `type` of a problem leads to. */
export function problemPages(): readonly Page[] {
  const pages = new Map(
    Object.entries(problemCodes).map(([code, { status, title, meaning, remedy }]) => [
      code,
      storeDocument('text/html; charset=utf-8', problemPage({ code, status, title, meaning, remedy })),
    ]),
  );
  return [
    {
      path: '/v1/problems/{code}',
      serve(request, response, { code = '' }) {
        const page = isProblemCode(code) ? pages.get(code) : undefined;
        if (page === undefined) throw new ProblemError('not_found', 'There is no problem with this code.');
        setPagePolicy(response);
        sendDocument(request, response, page);
      },
    },
  ];
}

interface ProblemText {
  readonly code: string;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly remedy: string;
}

function problemPage({ code, status, title, meaning, remedy }: ProblemText): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>Code <code>${code}</code>, HTTP status ${status}.</p>
<p>${meaning}</p>
<p>${remedy}</p>
<p><a href="../reference">API reference</a></p>
</body>
</html>
`;
}
