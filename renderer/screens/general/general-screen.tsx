import type { Settings } from '../../../shared/settings.ts';
import { Button } from '../../components/button.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Select } from '../../components/select.tsx';
import { Group, Setting, SwitchSetting } from '../../components/setting.tsx';
import { Failed, Loading } from '../../components/states.tsx';
import { useConnection, useQuery } from '../../control/control-context.tsx';
import { useSettings } from '../../control/use-settings.ts';
import { messages } from '../../messages/index.ts';
import { showWelcomeAgain } from '../first-run/welcome-again.ts';
import { TitleRow } from '../title-row.tsx';
import { ThirdPartyNotices } from './third-party-notices.tsx';

const words = messages.general;
const themes = ['system', 'light', 'dark'] as const;

export function GeneralScreen() {
  const { settings, failure, reload, change } = useSettings();
  const status = useQuery('host.status', {}, []);
  const host = status.value;
  const connection = useConnection();

  return (
    <>
      <TitleRow title={words.title} />
      <div className="scroll">
        {settings === undefined ? (
          failure === undefined ? (
            <Loading />
          ) : (
            <Failed failure={failure} onRetry={reload} />
          )
        ) : (
          <div className="settings">
            <Group title={words.appearance}>
              <div className="card">
                <Setting label={words.theme}>
                  <Select
                    aria-label={words.theme}
                    value={settings.theme}
                    onChange={(event) => void change({ theme: event.target.value as Settings['theme'] })}
                  >
                    {themes.map((theme) => (
                      <option key={theme} value={theme}>
                        {words.themes[theme]}
                      </option>
                    ))}
                  </Select>
                </Setting>
              </div>
            </Group>
            {host?.host === 'electron' && (
              <Group title={words.behaviour}>
                <div className="card">
                  <SwitchSetting
                    label={words.startAtLogin}
                    note={words.startAtLoginNote}
                    checked={settings.startAtLogin}
                    onChange={(startAtLogin) => void change({ startAtLogin })}
                  />
                  <SwitchSetting
                    label={words.notifications}
                    note={words.notificationsNote}
                    checked={settings.notifications}
                    onChange={(notifications) => void change({ notifications })}
                  />
                </div>
              </Group>
            )}
            <Group title={words.access}>
              <div className="card">
                <SwitchSetting
                  label={words.allowOtherUsers}
                  note={words.allowOtherUsersNote}
                  checked={settings.allowOtherUsers}
                  onChange={(allowOtherUsers) => void change({ allowOtherUsers })}
                />
                {connection.logOut !== undefined && (
                  <Setting label={words.login} note={words.loginNote}>
                    <Button onClick={() => void connection.logOut?.()}>{words.logOut}</Button>
                  </Setting>
                )}
              </div>
            </Group>
            <Group title={words.about}>
              <div className="card">
                <Setting label={words.version}>
                  <span className="numeric">{host?.version}</span>
                </Setting>
                <Setting label={words.protocol}>
                  <span className="numeric">{host?.apiVersion}</span>
                </Setting>
                <Setting label={words.host}>
                  <span>{host !== undefined && words.hosts[host.host]}</span>
                </Setting>
                <Setting label={words.running}>
                  <span>{host !== undefined && <RelativeTime instant={host.startedAt} />}</span>
                </Setting>
                <Setting label={words.dataDir}>
                  <code className="path">{host?.dataDir}</code>
                </Setting>
                <ThirdPartyNotices />
                <Setting label={words.welcome} note={words.welcomeNote}>
                  <Button onClick={() => showWelcomeAgain(true)}>{words.showWelcome}</Button>
                </Setting>
              </div>
            </Group>
          </div>
        )}
      </div>
    </>
  );
}
