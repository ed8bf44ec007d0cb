// An agent for `plinth acp` that repeats every byte and then ends with the exit code of its argument.
process.stdin.pipe(process.stdout);
process.stdin.on('end', () => {
  process.exitCode = Number(process.argv[2]);
});
