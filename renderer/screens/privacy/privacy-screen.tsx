import './privacy.css';
import type { Settings } from '../../../shared/settings.ts';
import { announce } from '../../components/announcer.tsx';
import { Group, SwitchSetting } from '../../components/setting.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { TitleRow } from '../title-row.tsx';
import { DeleteReceipts } from './delete-receipts.tsx';
import { MirrorSettings } from './mirror-settings.tsx';
import { PrivacyLevelSettings } from './privacy-level-settings.tsx';
import { RecordingPauses } from './recording-pauses.tsx';
import { RedactionTrial } from './redaction-trial.tsx';
import { RetentionSettings } from './retention-settings.tsx';

export function PrivacyScreen() {
  const { settings, failure, reload, change } = useSettings();
  const changeLevels = async (privacy: Settings['privacy']) => {
    const before = settings?.privacy;
    await change({ privacy });
    if (before !== undefined) {
      announce(messages.privacy.levelsChanged, () => void change({ privacy: before }));
    }
  };
  const changeRetention = async (retention: Settings['retention']) => {
    const before = settings?.retention;
    if ((await change({ retention })) && before !== undefined) {
      announce(messages.privacy.limitsChanged, () => void change({ retention: before }));
    }
  };
  return (
    <>
      <TitleRow title={messages.privacy.title} />
      <div className="scroll">
        {settings === undefined ? (
          failure === undefined ? (
            <Loading />
          ) : (
            <Failed failure={failure} onRetry={reload} />
          )
        ) : (
          <div className="settings">
            <p className="group__note">{messages.privacy.intro}</p>
            <PrivacyLevelSettings
              privacy={settings.privacy}
              onChange={(privacy) => void changeLevels(privacy)}
            />
            <Group title={messages.privacy.details}>
              <div className="card">
                <SwitchSetting
                  label={messages.privacy.maskDetails}
                  note={messages.privacy.maskDetailsNote}
                  checked={settings.privacy.maskDetails === true}
                  onChange={(maskDetails) => void change({ privacy: { ...settings.privacy, maskDetails } })}
                />
              </div>
            </Group>
            <RedactionTrial />
            <RetentionSettings
              retention={settings.retention}
              onChange={(retention) => void changeRetention(retention)}
            />
            <MirrorSettings />
            <RecordingPauses />
            <DeleteReceipts />
          </div>
        )}
      </div>
    </>
  );
}
