// Compiles TypeScript for Jest, and CSS to nothing. esbuild is the project's only compiler.
const { transformSync } = require('esbuild');

module.exports = {
  process(source, path) {
    if (path.endsWith('.css')) return { code: '' };
    const { code } = transformSync(source, {
      loader: path.endsWith('.tsx') ? 'tsx' : 'ts',
      format: 'cjs',
      target: 'node24',
      jsx: 'automatic',
      sourcemap: 'inline',
      sourcefile: path,
    });
    return { code };
  },
};
