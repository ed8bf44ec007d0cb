import { useState } from 'react';
import type { DeletionScope } from '../../../shared/control.ts';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from '../../components/delete-dialog.tsx';
import { Select } from '../../components/select.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.privacy;

export function DeleteReceipts() {
  const integrations = useQuery('integrations.list', { includeRevoked: true }, ['integrations']);
  const [chosen, setChosen] = useState('');
  const [asked, setAsked] = useState<{ scope: DeletionScope; question: string } | undefined>(undefined);
  const list = integrations.value?.integrations ?? [];
  const integration = list.find(({ id }) => id === chosen);

  return (
    <Group title={words.delete} note={words.deleteNote}>
      <div className="card">
        {list.length > 0 && (
          <Setting label={words.deleteIntegration}>
            <span className="delete-choice">
              <Select
                aria-label={words.chooseIntegration}
                value={chosen}
                onChange={(event) => setChosen(event.target.value)}
              >
                <option value="">{words.chooseIntegration}</option>
                {list.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
              <Button
                disabled={integration === undefined}
                aria-label={`${words.deleteIntegration}: ${words.deleteButton}`}
                onClick={() =>
                  integration !== undefined &&
                  setAsked({
                    scope: { integrationId: integration.id },
                    question: messages.deletion.ask.integration(integration.name),
                  })
                }
              >
                {words.deleteButton}
              </Button>
            </span>
          </Setting>
        )}
        <Setting label={words.deleteEverything}>
          <Button
            aria-label={`${words.deleteEverything}: ${words.deleteButton}`}
            onClick={() =>
              setAsked({ scope: { everything: true }, question: messages.deletion.ask.everything })
            }
          >
            {words.deleteButton}
          </Button>
        </Setting>
      </div>
      {asked !== undefined && <DeleteDialog {...asked} onClose={() => setAsked(undefined)} />}
    </Group>
  );
}
