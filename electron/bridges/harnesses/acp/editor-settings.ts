/** Builds the file that says what to write into an editor's settings. Plinth changes no editor's settings itself. */
export const editorSettings = (): string => `# Agents in editors report to Plinth

Put \`plinth acp --\` before the command of an agent. Plinth then passes every byte on unchanged, and records what the
agent asks and does. Without a running Plinth the agent works as before. If \`plinth\` is not in the PATH of the editor,
write its whole path.

Zed, in settings.json:

    "agent_servers": {
      "Claude Code": {
        "type": "custom",
        "command": "plinth",
        "args": ["acp", "--", "npx", "-y", "@zed-industries/claude-code-acp"]
      }
    }

JetBrains, in ~/.jetbrains/acp.json:

    { "agent_servers": { "Gemini CLI": { "command": "plinth", "args": ["acp", "--", "gemini", "--acp"] } } }

Neovim and other editors: the command is \`plinth\`, and its arguments are \`acp\`, \`--\` and the command of the agent.

Take these words out of the editor's settings before you remove Plinth.
`;
