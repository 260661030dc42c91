/** The commands of a terminal's lines, without prompts and what they print; any other code as it stands. */
function copied(code: string): string {
  const commands = [...code.matchAll(/^\$ (.*)$/gm)].map(([, command]) => command);
  return commands.length === 0 ? code : commands.join('\n');
}

/** A button before each piece of code, where the browser lets pages write to the clipboard. */
function addCopyButtons(): void {
  for (const code of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    const label = code.getAttribute('aria-label') ?? 'the code';
    button.type = 'button';
    button.className = 'quiet';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy ${label}`);
    const said = document.createElement('span');
    said.setAttribute('role', 'status');
    said.className = 'note';
    const bar = document.createElement('div');
    bar.className = 'copy';
    bar.append(said, button);
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(copied(code.textContent ?? '')).then(
        () => say('Copied'),
        () => say('The browser did not allow it'),
      );
    });
    const say = (text: string) => {
      said.textContent = text;
      setTimeout(() => said.replaceChildren(), 2000);
    };
    code.before(bar);
  }
}

if (isSecureContext) addCopyButtons();

/** The browser may keep the page for the way back. */
addEventListener('pagehide', () => {
  for (const secret of document.querySelectorAll('[data-once]')) secret.remove();
});
