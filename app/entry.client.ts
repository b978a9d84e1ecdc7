/*
 * The framework wants an entry for the browser. Ours is empty, since every page is plain HTML: what is
 * livelier with script has a small one of its own in live/.
 */
