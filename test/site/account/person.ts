import { PASSWORD } from '../../support/password.ts';
import { CookieClient } from '../support/cookieClient.ts';

/** An answer of a page. */
export interface Shown {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
}

/** A form as it stands in a page. */
export interface FoundForm {
  readonly action: string;
  readonly name: string;
  readonly fields: URLSearchParams;
}

/** A person with a browser that runs no script. */
export class Person {
  readonly browser = new CookieClient();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Signs in, and goes on to a page. */
  async signIn(name: string, to = '/account', password = PASSWORD): Promise<Shown> {
    const form = { name, password, to };
    return await shown(await this.browser.follow(`${this.#origin}/account/sign-in`, form));
  }

  async open(path: string): Promise<Shown> {
    return await shown(await this.browser.follow(this.#origin + path));
  }

  /** Sends fields as a browser does from one of its own pages, unless the headers say otherwise. */
  async post(
    path: string,
    fields: URLSearchParams,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Shown> {
    const response = await fetch(this.#origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.browser.cookieFor(this.#origin + path), ...headers },
      body: fields,
    });
    return await shown({ url: this.#origin + path, response });
  }

  /** Fills a form of a page in, sends it, and follows where it leads. */
  async send(
    path: string,
    name: string,
    typed: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<Shown> {
    const form = formsOf((await this.open(path)).html).find((each) => each.name === name);
    if (form === undefined) throw new Error(`${path} has no form ${name}`);
    for (const [field, value] of Object.entries(typed)) {
      form.fields.delete(field);
      for (const text of [value].flat()) form.fields.append(field, String(text));
    }
    const answer = await this.post(form.action, form.fields);
    if (answer.status !== 303) return answer;
    const to = new URL(answer.headers.get('location') ?? '', this.#origin);
    return await this.open(to.pathname + to.search);
  }
}

/** The forms of a page that change something, with what stands in their fields. */
export function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, action = '', inner = '']) => {
      const fields = new URLSearchParams();
      for (const [input] of inner.matchAll(/<input [^>]*>/g)) {
        const attribute = (name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '');
        const isOff = /type="(checkbox|radio)"/.test(input) && !/ checked/.test(input);
        if (!isOff) fields.append(attribute('name'), attribute('value'));
      }
      for (const [, name = '', text = ''] of inner.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)) {
        fields.append(name, decode(text));
      }
      for (const [, name = '', options = ''] of inner.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
        const chosen = /<option [^>]*selected[^>]*>/.exec(options)?.[0] ?? /<option [^>]*>/.exec(options)?.[0] ?? '';
        fields.append(name, decode(/value="([^"]*)"/.exec(chosen)?.[1] ?? ''));
      }
      return { action: decode(action), name: fields.get('form') ?? '', fields };
    },
  );
}

function decode(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

async function shown({ url, response }: { readonly url: string; readonly response: Response }): Promise<Shown> {
  return { url, status: response.status, headers: response.headers, html: await response.text() };
}
