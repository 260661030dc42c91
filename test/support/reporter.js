import { tsImport } from 'tsx/esm/api';

// Jest transforms no reporter, and Node 20 reads no TypeScript.
/** @type {typeof import('./closingReporter.ts')} */
const { ClosingReporter } = await tsImport('./closingReporter.ts', import.meta.url);

export default ClosingReporter;
