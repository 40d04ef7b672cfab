// Turns TypeScript into what jest runs; CSS becomes nothing. esbuild is the one compiler of the project.
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
