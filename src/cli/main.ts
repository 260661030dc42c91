import process from 'node:process';
export async function runCommandLine(argv: readonly string[]) {
  const { Command } = await import('commander');
  const p = new Command('catalog');
  p.command('import').action(() => {
    console.log('x');
  });
  await p.parseAsync([...argv]);
  console.log(process.version);
}
