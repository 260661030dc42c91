/** Filters the operations, sends the forms that try a request and shows the answers; only memory holds the key. */
const key = document.querySelector<HTMLInputElement>('#credential input');

for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) {
  const button = form.querySelector('button');
  const shown = form.querySelector<HTMLElement>('.answer');
  if (!button || !shown) continue;
  form.hidden = false;
  shown.setAttribute('role', 'status');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    button.disabled = true;
    shown.textContent = 'Sending …';
    send(form)
      .then((parts) => shown.replaceChildren(...parts.map(codeOf)))
      .catch((error: unknown) => {
        shown.textContent = `The request could not be sent: ${error}`;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
}

const filter = document.querySelector<HTMLInputElement>('.filter input');
filter?.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const link of document.querySelectorAll<HTMLElement>('.filter ~ div li')) {
    link.hidden = !link.textContent.toLowerCase().includes(wanted);
  }
  for (const group of document.querySelectorAll<HTMLElement>('.filter ~ div')) {
    group.hidden = group.querySelector('li:not([hidden])') === null;
  }
});

async function send(form: HTMLFormElement): Promise<string[]> {
  const { method = 'GET', path = '', bodyType, key: own } = form.dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  let target = path;
  let body: string | null = null;
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-in]')) {
    const { in: place } = field.dataset;
    if (place === 'body') body = field.value;
    else if (place === 'path') target = target.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value !== '' && place === 'query') query.set(field.name, field.value);
    else if (field.value !== '') headers.set(field.name, field.value);
  }
  const bearer = own ?? key?.value.trim();
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`);
  if (bodyType) headers.set('Content-Type', bodyType);
  const url = query.size === 0 ? target : `${target}?${query}`;
  const answer = await fetch(url, { method, headers, body, cache: 'no-store', credentials: 'omit' });
  const text = await answer.text();
  return [
    `${method} ${url}\n${answer.status} ${answer.statusText}`,
    pretty(text),
    [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
  ];
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function codeOf(text: string): HTMLElement {
  const code = document.createElement('pre');
  code.tabIndex = 0;
  code.textContent = text;
  return code;
}
