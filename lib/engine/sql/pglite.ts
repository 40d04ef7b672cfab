import { setFlagsFromString } from 'node:v8';

export { PGlite } from '@electric-sql/pglite';

/*
 * V8 may end the whole process while it frees WebAssembly code that its optimising compiler has
 * replaced (`Check failed: jit_page_->allocations_.erase(addr) == 1`): here once in some 300
 * databases. Each database keeps a few MB more until it ends.
 */
setFlagsFromString('--no-wasm-code-gc');
