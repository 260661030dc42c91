/**
 * Texts that are made to be taken for something else, by what they try. Data may hold them: the catalogue refuses some
 * at its doors, but rows of earlier versions and direct edits are shown all the same.
 */
const TEXTS = {
  markup: '</title></textarea><script>f()</script><img src=x onerror=f()><!-- <style>*{}</style>',
  attribute: `"><b>' onload=f() x="&quot; &amp;lt; &#60;`,
  script: 'javascript:f()//<a href=javascript:f()>',
  data: 'data:text/html,<script>f()</script>',
  bidi: 'left \u202eright to left\u202c \u2066isolated\u2069 \u200f \u05e2\u05d1\u05e8\u05d9\u05ea',
  controls: 'bell \u0007 escape \u001b[m delete \u007f next \u0085 introducer \u009bm line \u2028 paragraph \u2029',
  long: `${'W'.repeat(10_000)}`,
  emoji: '👩‍👩‍👧‍👦 𝕬𝖓𝖎𝖒𝖊 ｶﾞｯﾁｬﾏﾝ é\u0301 🇯🇵',
  // No database holds half a character: what is stored in its place is shown.
  surrogates: 'half \ufffd a \ufffd character',
  template: '{{f()}} $ {f()} %s %00 \\u003cb\\u003e $& $`',
};

const { script, data, long, ...others } = TEXTS;

/** The same, as few: addresses must begin with a scheme, the rest may stand in one text. */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  ...{ script, data, long },
  [Object.keys(others).join(', ')]: Object.values(others).join(' '),
};

/** What a page shows of a text. */
export function shownAs(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (found) =>
    '\t\n\r'.includes(found) ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
