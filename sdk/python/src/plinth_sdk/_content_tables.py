"""Generated from shared/ by "npm run generate"; do not edit."""

ANSWER_BLOCKS = [
    "task-notification",
    "agent-message",
    "teammate-message",
    "cross-session-message",
    "coordinator-relay",
    "subagent_notification",
    "codex_delegation",
    "realtime_delegation",
    "system_notification",
    "user_action",
    "channel source=",
    "slack-ping",
    "slack-tag-message",
    "webhook-payload",
    "turn_aborted",
    "hook_prompt",
    "bash-input",
    "bash-stdout",
    "bash-stderr",
    "bash-exit-code",
    "user_shell_command",
    "local-command-caveat",
    "local-command-stdout",
    "local-command-stderr",
    "command-name",
    "command-message",
    "command-args",
    "user-prompt-submit-hook",
    "post-tool-use-hook",
    "user-memory-input",
    "fork-boilerplate",
    "function_results",
    "tool_use_error",
    "sandbox_violations",
    "persisted-output",
    "fetched-web-content",
    "untrusted-widget-state",
    "artifact-type-instructions",
    "artifact-file-content",
    "artifact-origin-notes",
    "artifact-stored-declaration",
    "mcp-resource-update",
    "mcp-polling-update",
    "new-diagnostics",
    "autonomous-loop",
    "autonomous-loop-dynamic",
    "send_user_message_question_reply",
    "state_snapshot",
]
CUT_NOTE = "\\n?\\[Plinth left out [^\\[\\]\\n]*: [0-9]+ bytes\\]$"
ENVELOPE = "^\\s*<([a-z]+(?:[-_][a-z]+)+)(?:\\s[^>]*)?>[\\s\\S]*</\\1>\\s*$"
FILE_BLOCKS = [
    "context ref=",
    "resource uri=",
    "file name=",
    "file path=",
    "file uri=",
    "code_selection path=",
    "file_content path=",
    "folder_content path=",
    "url_content url=",
    "attachment path=",
    "attachment filepath=",
    "attachment filePath=",
    "attachment id=",
    "attachments",
    "attached_files",
    "selected_files",
    "file_contents",
    "image_files",
]
FILE_HEADING = "--- (?:Content from|Resource:) [^\\r\\n]+ ---"
NOTICE_BLOCKS = [
    "system-reminder",
    "system-note",
    "total_tokens",
    "ide_selection",
    "ide_opened_file",
    "info-msg",
    "environment_context",
    "user_instructions",
    "INSTRUCTIONS",
    "context_window_reminder",
    "permission_profile",
    "collaboration_mode",
    "skills_instructions",
    "recommended_plugins",
    "session_context",
    "hook_context",
    "qwen:user-prompt-submit-context",
    "current_datetime",
    "environment_info",
    "workspace_info",
    "reminderInstructions",
    "editorContext",
    "environment_details",
    "explicit_instructions",
    "git_commit hash=",
    "git_working_state",
    "workspace_diagnostics",
    "user_info",
    "user_information",
    "additional_metadata",
    "additional_data",
    "open_and_recently_viewed_files",
    "git_status",
    "agent_skills",
    "agent_transcripts",
    "cursor_commands",
    "mcp_file_system",
    "custom_instructions",
    "project_layout",
]
OWN_BLOCKS = {"claude":["tick"],"copilot":["reminder"],"kimi":["system","notification"]}
PREFACE = "^\\s*#{1,2} (?:Context from my IDE setup|Files mentioned by the user|Referenced chats with Codex):"
REQUEST = "(?<![^\\r\\n])## My request(?: for [^\\r\\n:]{1,64})?:[ \\t]*"
ACTION_MEMBERS = [
    "type",
    "kind",
    "action",
    "operation",
    "changeType",
]
CHANGES_MEMBER = "changes"
CHANGE_CONTENTS = [
    "content",
    "unified_diff",
    "unifiedDiff",
    "diff",
]
DELETED_MEMBERS = [
    "content",
    "contents",
    "text",
]
DELETION = "^(?:delet|remov)"
FILE_LINE = "^[ -]"
FORMER_MEMBERS = [
    "originalContent",
    "original_content",
    "oldContent",
    "old_content",
    "originalFile",
    "original_file",
]
HUNK = "^@@ -[0-9]+(?:,[0-9]+)? \\+[0-9]+(?:,[0-9]+)? @@"
HUNK_LINE = "^(?:[ +\\\\-]|\\s*$)"
KEPT_LINE = "^(?:\\*\\*\\* |\\+|diff --git |rename |\\s*$)"
KEPT_OF_CHANGE = [
    "path",
    "type",
    "kind",
    "move_path",
    "movePath",
    "add",
    "delete",
    "update",
]
MAX_READ_DEPTH = 40
PATCH = "\\*\\*\\* Begin Patch[\\s\\S]*?(?:(?<![^\\r\\n])\\*\\*\\* End Patch|$)"
PATCH_MEMBERS = [
    "diff",
    "fileDiff",
    "file_diff",
    "unified_diff",
    "unifiedDiff",
    "patch",
    "patchText",
    "patch_text",
]
PATCH_SHAPE = "(?<![^\\r\\n])(?:@@|\\+)"
