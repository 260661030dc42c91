import { writeFile } from 'node:fs/promises';
import { configurationPage } from './configurationPage.ts';

await writeFile('docs/configuration.md', configurationPage());
