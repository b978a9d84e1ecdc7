/*
 * The framework wants an entry for the browser. Ours is empty, since every page is plain HTML: what is
 * livelier with script has a small one of its own in live/.
 */
// oxlint-disable-next-line unicorn/require-module-specifiers -- a file without any code is refused too
export {}
