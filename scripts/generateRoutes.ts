import { writeFile } from 'node:fs/promises';
import { routes } from '../src/rest/routes.ts';
import { routesPage } from './routesPage.ts';

await writeFile('docs/routes.md', routesPage(routes));
