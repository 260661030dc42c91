/** A browser without pages: keeps cookies by path and follows redirects by hand. */
export class CookieClient {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** What it holds now. */
  get cookies(): readonly string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  /** The header Cookie of a request there. */
  cookieFor(url: URL | string): string {
    const { pathname } = new URL(url);
    return [...this.#cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name.split(' ')[0]}=${value}`)
      .join('; ');
  }

  async go(
    url: URL | string,
    form?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookieFor(url), ...headers },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = header.split('; ');
      const path = attributes.find((it) => it.toLowerCase().startsWith('path='))?.slice(5) ?? '/';
      const [name, value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { value, path });
    }
    return response;
  }

  /** Follows redirects until a page, or a URL of another origin. */
  async follow(
    start: URL | string,
    form?: Readonly<Record<string, string>>,
  ): Promise<{ url: string; response: Response }> {
    const { origin } = new URL(start);
    let url = new URL(start).href;
    let response = await this.go(url, form);
    while (response.status >= 300 && response.status < 400) {
      url = new URL(response.headers.get('location') ?? '', url).href;
      if (new URL(url).origin !== origin) return { url, response };
      response = await this.go(url);
    }
    return { url, response };
  }
}
