import { fileURLToPath } from 'node:url';

const plainAssert = fileURLToPath(new URL('plainAssert.cjs', import.meta.url));

/**
 * What is bundled asserts by `plainAssert.cjs`. Where an assertion without a message fails, Node parses the file to quote it: of a package
 * that is milliseconds, of a bundle with lines of 6 kB seconds in which the process answers nobody. A receiver of webhooks could bring
 * that about, by an answer that undici holds for impossible.
 *
 * @type {import('esbuild').Plugin}
 */
export const assertPlainly = {
  name: 'assert-plainly',
  setup({ onResolve }) {
    onResolve({ filter: /^(node:)?assert(\/strict)?$/ }, ({ path, importer }) =>
      importer === plainAssert ? { path, external: true } : { path: plainAssert },
    );
  },
};
