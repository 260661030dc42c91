import { posix } from 'node:path';
import { Marked } from 'marked';

/**
 * A document of the repository as HTML. Headings have the anchors that they have where repositories are read; tables
 * have the markup of src/site/design/table.tsx; a link to a file that is not served is its text alone.
 *
 * @param {string} path in the repository
 * @param {string} markdown
 * @param {ReadonlyMap<string, string>} served the paths on the service, by path in the repository
 * @returns {{ title: string, summary: string, contents: [anchor: string, text: string][], html: string }}
 */
export function renderDocument(path, markdown, served) {
  /** @type {[anchor: string, text: string][]} */
  const contents = [];
  const marked = new Marked({ renderer: renderer(path, served, contents) });
  const tokens = marked.lexer(markdown);
  const heading = tokens.find(({ type }) => type === 'heading');
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  return {
    title: plainText(marked, heading && { ...heading, type: 'paragraph' }),
    summary: /^.*?[.:](?=\s|$)|^.*$/s.exec(plainText(marked, paragraph))?.[0].replace(/:$/, '.') ?? '',
    // Its parser fills in the contents.
    html: marked.parser(tokens),
    contents,
  };
}

/**
 * @param {Marked} marked
 * @param {import('marked').MarkedToken | import('marked').Tokens.Generic | undefined} token
 */
function plainText(marked, token) {
  if (token === undefined) return '';
  const html = marked.parser([/** @type {import('marked').Token} */ (token)]);
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * @param {string} path
 * @param {ReadonlyMap<string, string>} served
 * @param {[anchor: string, text: string][]} contents filled with the chapters
 * @returns {import('marked').RendererObject}
 */
function renderer(path, served, contents) {
  /** @type {Map<string, number>} */
  const anchors = new Map();
  return {
    heading({ tokens, depth, text }) {
      // The page has the title, above the contents.
      if (depth === 1) return '';
      const name = anchorOf(text);
      const count = anchors.get(name) ?? 0;
      anchors.set(name, count + 1);
      const anchor = count === 0 ? name : `${name}-${count}`;
      if (depth === 2) contents.push([anchor, text.replaceAll('`', '')]);
      return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const target = targetOf(href, path, served);
      return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
    },
    code({ text }) {
      return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
    },
    table({ header, rows }) {
      const labels = header.map(({ text }) => escapeHtml(text.replaceAll('`', '')));
      // A cell without text heads nothing.
      const heads = header.map(({ tokens }) =>
        tokens.length === 0
          ? '<td role="cell"></td>'
          : `<th role="columnheader" scope="col">${this.parser.parseInline(tokens)}</th>`,
      );
      const body = rows.map((row) => {
        const cells = row.map(
          ({ tokens }, index) =>
            `<td role="cell" data-label="${labels[index]}">${this.parser.parseInline(tokens)}</td>`,
        );
        return `<tr role="row">${cells.join('')}</tr>`;
      });
      return `<table role="table"><thead><tr role="row">${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>\n`;
    },
  };
}

/**
 * @param {string} href
 * @param {string} path
 * @param {ReadonlyMap<string, string>} served
 */
function targetOf(href, path, served) {
  if (/^https?:/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = file === '' ? '' : served.get(posix.join(posix.dirname(path), file));
  if (target === undefined) return null;
  return anchor === undefined ? target : `${target}#${anchor}`;
}

/** @param {string} heading */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
