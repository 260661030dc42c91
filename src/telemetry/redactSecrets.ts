const MARK = '[redacted]';

/** Members of logged objects that are secret whatever they hold. */
const SECRET_MEMBERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

const JSON_STRING = String.raw`"(?:[^"\\]|\\.)*"`;

/** What looks like a credential, each with a text that a line must hold for the pattern to be tried at all. */
const SHAPES: readonly (readonly [marker: string, pattern: string])[] = [
  // The authority of a URL: postgresql://user:password@host
  ['://', String.raw`(?<=:\/\/[^\s:@/"\\]*:)[^\s@/"\\]+(?=@)`],
  // The Authorization header, quoted in somebody else's message
  ['earer ', String.raw`(?<=\b[Bb]earer )[\w~+/.=-]+`],
  ['EARER ', String.raw`(?<=\bBEARER )[\w~+/.=-]+`],
  ['asic ', String.raw`(?<=\b[Bb]asic )[\w+/=]{8,}`],
  ['ASIC ', String.raw`(?<=\bBASIC )[\w+/=]{8,}`],
  ['piKey ', String.raw`(?<=\b[Aa]piKey )[\w+/=]{8,}`],
  // API keys, webhook secrets and JSON Web Tokens
  ['cac_', String.raw`\bcac_\w+`],
  ['cac%', String.raw`\bcac%5[Ff][\w%]+`],
  ['whsec_', String.raw`\bwhsec_[\w-]+`],
  // Encrypted ones have five parts, some of them empty.
  ['eyJ', String.raw`\beyJ[\w-]+(?:\.[\w-]*){1,4}`],
  ...SECRET_MEMBERS.map(
    (member) => [`"${member}":`, String.raw`(?<="${member}":)(?:${JSON_STRING}|\[(?:${JSON_STRING}|,)*\])`] as const,
  ),
];

/**
 * A filter of finished log lines: takes out this process's own secrets wherever they turn up, and whatever looks like a
 * credential. It works on the text because an error of a library may carry a connection string anywhere.
 */
export function redactSecrets(secrets: readonly string[]): (line: string) => string {
  // As they look inside a JSON string.
  const own = secrets.filter((secret) => secret !== '').map((secret) => JSON.stringify(secret).slice(1, -1));
  const markers = new RegExp([...own, ...SHAPES.map(([marker]) => marker)].map(escapePattern).join('|'));
  const pattern = new RegExp([...own.map(escapePattern), ...SHAPES.map(([, shape]) => shape)].join('|'), 'g');
  return (line) => {
    // Much cheaper than the patterns, and nearly every line ends here.
    if (!markers.test(line)) return line;
    return line.replace(pattern, (found) =>
      found.startsWith('"') || found.startsWith('[') ? JSON.stringify(MARK) : MARK,
    );
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
