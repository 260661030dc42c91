import { sendDocument, storeDocument } from '../http/storedDocument.ts';
import { problemCodes } from '../problem/problemCodes.ts';
import type { Page } from './page.ts';
import { setPagePolicy } from './pagePolicy.ts';

/** The web pages behind the member `type` of problems. */
export function problemPages(): readonly Page[] {
  return Object.entries(problemCodes).map(([code, text]) => {
    const page = storeDocument('text/html; charset=utf-8', problemPage({ code, ...text }));
    return {
      path: `/v1/problems/${code}`,
      serve(response) {
        setPagePolicy(response);
        return sendDocument(response, page);
      },
    };
  });
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
