import { objectOf, type Payload, textOf } from './adaptation.ts';

/** The tool names of MCP servers in the Claude Code family: `mcp__<server>__<tool>`. */
const MCP_TOOL = /^mcp__(.+?)__/;

/** The members that say who acts, where a payload names them. A session's start and end have no turn and no call. */
export interface ActionContext {
  turnId?: string | undefined;
  callId?: string | undefined;
  agentId?: string | undefined;
  agentType?: string | undefined;
  parentAgentId?: string | undefined;
  model?: string | undefined;
  mode?: string | undefined;
  mcpServer?: string | undefined;
}

/** Reads the MCP server from its own member, or from the form of the tool’s name. */
function mcpServerOf(payload: Payload): string | undefined {
  const context = objectOf(payload, 'mcp_server', 'mcp_context') ?? {};
  const named = textOf(context, 'name', 'server_name');
  return named ?? MCP_TOOL.exec(textOf(payload, 'tool_name', 'toolName') ?? '')?.[1];
}

/** Reads who acts from a payload of the Claude Code family. It infers nothing. */
export function actionContextOf(payload: Payload): ActionContext {
  return {
    turnId: textOf(payload, 'prompt_id', 'turn_id', 'generation_id'),
    callId: textOf(payload, 'tool_use_id', 'toolUseId', 'tool_call_id'),
    ...actorOf(payload),
    mcpServer: mcpServerOf(payload),
  };
}

/** Reads the agent, its model and its permission mode. These hold for a whole session too. */
export function actorOf(payload: Payload): ActionContext {
  return {
    agentId: textOf(payload, 'agent_id', 'agentId'),
    agentType: textOf(payload, 'agent_type', 'agentType'),
    parentAgentId: textOf(payload, 'parent_agent_id', 'parentAgentId'),
    model: textOf(payload, 'model'),
    mode: textOf(payload, 'permission_mode', 'composer_mode'),
  };
}
