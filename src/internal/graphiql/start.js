// @ts-nocheck: it runs in a browser, beside the globals of React and GraphiQL.

const storageKey = 'anime-catalog-internal-token';
const form = document.getElementById('token-form');
const input = document.getElementById('token');
const refusal = document.getElementById('token-refusal');
const place = document.getElementById('graphiql');

/** Kept by this tab alone; a browser without storage asks again after a reload. */
let token = read();

function read() {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function keep(value) {
  token = value;
  try {
    sessionStorage.setItem(storageKey, value);
  } catch {
    // The page works without it.
  }
}

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

/** Earlier versions of this page let GraphiQL share them with every tab. */
function clearStoredQueries() {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith('graphiql:'));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}

clearStoredQueries();

/** GraphiQL has styles of its own, the form those of every page. */
function show(isOpened) {
  document.documentElement.className = isOpened ? 'opened' : '';
  document.getElementById('style').disabled = isOpened;
  form.hidden = isOpened;
  place.hidden = !isOpened;
}

let isOpen = false;

function open() {
  show(true);
  if (isOpen) return;
  isOpen = true;
  ReactDOM.createRoot(place).render(
    React.createElement(GraphiQL, {
      fetcher: (parameters, options) => ask(parameters, options?.headers),
      defaultQuery:
        '{\n  animeList(first: 5) {\n    nodes {\n      id\n      title\n      format\n      year\n    }\n  }\n}\n',
      storage: tabStorage,
      // Stored headers could contain credentials.
      shouldPersistHeaders: false,
    }),
  );
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  keep(input.value.trim());
  input.value = '';
  refusal.textContent = '';
  const answer = await ask({ query: '{ __typename }' }).catch(() => demandToken('The service does not answer.'));
  if (answer?.data) open();
});

if (token) open();
else demandToken('');
