// @ts-nocheck: it runs in a browser, beside the globals of React and GraphiQL.

const form = document.getElementById('token-form');
const input = document.getElementById('token');
const refusal = document.getElementById('token-refusal');
const place = document.getElementById('graphiql');

/** Kept by the memory of this page alone: after a reload it is asked for again. */
let token = '';

/** What opens with the page: the list that everybody knows, and what the desk counts. */
const operations = [
  `query Anime {
  animeList(first: 5) { nodes { id title format year } }
}
`,
  `query Proposals {
  pendingProposals { reason source count }
  proposals(status: PENDING, first: 10) { nodes { id source sourceId reason } }
}
`,
  `query Webhooks {
  webhookQueue { waiting failing { id name url failingSince disabledReason } }
  deliveries(status: FAILED, first: 10) { nodes { id kind completedAt webhookId } }
}
`,
  `query Doctor {
  diagnostics { name status detail remedy }
}
`,
  `query WhoDidWhat {
  auditEvents(first: 20) { nodes { at kind actor object outcome } }
}
`,
];

async function ask(parameters, headers = {}) {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(parameters),
  });
  if (response.status === 401) {
    demandToken('The service did not take this token.');
  }
  return response.json();
}

function demandToken(reason) {
  refusal.textContent = reason;
  show(false);
  input.focus();
}

/** Queries may contain passwords: GraphiQL keeps them in this tab, or nowhere. */
const tabStorage = (() => {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
})();

/** GraphiQL has styles of its own, the form those of every page. */
function show(isOpened) {
  document.documentElement.className = isOpened ? 'opened' : '';
  document.getElementById('style').disabled = isOpened;
  form.hidden = isOpened;
  place.hidden = !isOpened;
}

/** Loads GraphiQL, which the form does not need, after the token was accepted. */
function load() {
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/graphiql/graphiql.css' });
  const scripts = ['react', 'react-dom', 'graphiql'].map((name) =>
    // In this order.
    Object.assign(document.createElement('script'), { src: `/graphiql/${name}.js`, async: false }),
  );
  const loading = [style, ...scripts].map(
    (it) => new Promise((resolve, reject) => Object.assign(it, { onload: resolve, onerror: reject })),
  );
  document.head.append(style, ...scripts);
  return Promise.all(loading);
}

let isOpen = false;

async function open() {
  if (!isOpen) await load();
  show(true);
  if (isOpen) return;
  isOpen = true;
  ReactDOM.createRoot(place).render(
    React.createElement(GraphiQL, {
      fetcher: (parameters, options) => ask(parameters, options?.headers),
      defaultTabs: operations.map((query) => ({ query })),
      storage: tabStorage,
      // Stored headers could contain credentials.
      shouldPersistHeaders: false,
    }),
  );
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  token = input.value.trim();
  input.value = '';
  refusal.textContent = '';
  const answer = await ask({ query: '{ __typename }' }).catch(() => demandToken('The service does not answer.'));
  if (answer?.data) await open().catch(() => demandToken('The service does not answer.'));
});

demandToken('');
