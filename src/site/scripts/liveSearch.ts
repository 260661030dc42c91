/** Suggestions below the fields of the search: a combobox with a list, as the ARIA Authoring Practices have it. */
interface Suggestion {
  readonly id: string;
  readonly title: string;
  readonly language: string | null;
}

/** Each request costs the reader a call of the quota of pages. */
const PAUSE_MS = 250;
const SHORTEST = 2;

for (const field of document.querySelectorAll<HTMLInputElement>('search input[name=q]')) {
  const list = document.createElement('ul');
  const said = document.createElement('p');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  said.setAttribute('role', 'status');
  said.className = 'unseen';
  field.closest('label')?.after(list, said);
  // Fields of the type `search` may not be comboboxes.
  field.type = 'text';
  field.autocomplete = 'off';
  const attributes = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': list.id };
  for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);

  const known = new Map<string, readonly Suggestion[]>();
  let timer: ReturnType<typeof setTimeout>;
  let asked = new AbortController();
  let quietUntil = 0;
  let active = -1;

  const show = (found: readonly Suggestion[]) => {
    list.replaceChildren(...found.map(optionOf));
    choose(-1);
    list.hidden = found.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
  };
  const close = () => {
    clearTimeout(timer);
    asked.abort();
    show([]);
  };
  const choose = (next: number) => {
    active = next;
    for (const [at, option] of [...list.children].entries())
      option.setAttribute('aria-selected', String(at === active));
    const chosen = list.children[active];
    if (chosen) field.setAttribute('aria-activedescendant', chosen.id);
    else field.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  };
  const say = (text: string, isShown = false) => {
    said.className = isShown ? 'note' : 'unseen';
    said.textContent = text;
  };
  const ask = async (text: string) => {
    asked = new AbortController();
    const { signal } = asked;
    if (performance.now() < quietUntil) return;
    const url = `/v1/search/suggestions?${new URLSearchParams({ q: text })}`;
    const answer = await fetch(url, { signal, credentials: 'omit' });
    if (!answer.ok) {
      const seconds = Number(answer.headers.get('Retry-After'));
      quietUntil = performance.now() + seconds * 1000;
      say(seconds > 0 ? `No suggestions for the next ${seconds} seconds: ${answer.statusText}.` : '', true);
      return;
    }
    const { items } = (await answer.json()) as { readonly items: readonly Suggestion[] };
    known.set(text, items);
    if (!signal.aborted) suggest(items);
  };
  const suggest = (items: readonly Suggestion[]) => {
    show(items);
    say(items.length === 0 ? 'No suggestion' : `${items.length} suggestions: the arrow keys choose`);
  };
  const typed = () => {
    close();
    say('');
    const text = field.value.trim();
    if ([...text].length < SHORTEST) return;
    const before = known.get(text);
    if (before) suggest(before);
    // A search without suggestions is whole.
    else timer = setTimeout(() => void ask(text).catch(() => {}), PAUSE_MS);
  };

  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) typed();
  });
  field.addEventListener('compositionend', typed);
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    if (event.isComposing || list.hidden) return;
    const { length } = list.children;
    if (event.key === 'ArrowDown') choose(active + 1 === length ? -1 : active + 1);
    else if (event.key === 'ArrowUp') choose(active === -1 ? length - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) open(list.children[active]);
    else return;
    event.preventDefault();
  });
  // The field keeps the focus.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => open((target as Element).closest('li')));
  field.setAttribute('aria-expanded', 'false');
}

function optionOf({ id, title, language }: Suggestion, at: number): HTMLElement {
  const option = document.createElement('li');
  const text = document.createElement('bdi');
  option.id = `suggestion-${at}`;
  option.dataset.anime = id;
  option.setAttribute('role', 'option');
  text.lang = language ?? '';
  text.textContent = title;
  option.append(text);
  return option;
}

function open(option: Element | null | undefined): void {
  const id = (option as HTMLElement | null | undefined)?.dataset.anime;
  if (id) location.assign(`/explore/anime/${id}`);
}
