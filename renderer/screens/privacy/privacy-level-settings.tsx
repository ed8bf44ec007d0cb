import { ChevronRight } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { EVENT_TYPES, type EventType } from '../../../shared/event.ts';
import type { PrivacyLevel, PrivacyLevels, Settings } from '../../../shared/settings.ts';
import { Select } from '../../components/select.tsx';
import { Group, Setting } from '../../components/setting.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { commonDefault, withDefaultLevel, withIntegrationLevel } from './privacy-levels.ts';

const words = messages.privacy;
const LEVELS: PrivacyLevel[] = ['text', 'metadata', 'nothing'];

interface PrivacyLevelSettingsProps {
  privacy: Settings['privacy'];
  onChange(privacy: Settings['privacy']): void;
}

/** Sets the privacy level for all events, for one event type and for one integration. The most specific choice applies. */
export function PrivacyLevelSettings({ privacy, onChange }: PrivacyLevelSettingsProps) {
  const integrations = useQuery('integrations.list', {}, ['integrations']);
  const defaults: PrivacyLevels = privacy.defaults;
  const general = defaults['*'] ?? 'text';
  const live = integrations.value?.integrations ?? [];

  return (
    <>
      <Group title={words.level} note={words.levelNote}>
        <RadioGroup.Root
          className="privacy-level"
          aria-label={words.everything}
          value={general}
          onValueChange={(level) => onChange(withDefaultLevel(privacy, '*', level as PrivacyLevel))}
        >
          {LEVELS.map((level) => (
            <RadioGroup.Item key={level} value={level} className="privacy-level__item">
              <span className="privacy-level__mark" aria-hidden>
                <RadioGroup.Indicator className="privacy-level__dot" />
              </span>
              <span className="privacy-level__name">{words.levels[level].name}</span>
              <span className="setting__note">{words.levels[level].note}</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      </Group>
      <Group title={words.byType}>
        <div className="card">
          {EVENT_TYPES.map((type) => (
            <Setting key={type} label={messages.eventTypes[type]}>
              <LevelSelect
                label={words.levelFor(messages.eventTypes[type])}
                value={defaults[type]}
                above={words.levels[general].name}
                onChange={(level) => onChange(withDefaultLevel(privacy, type, level))}
              />
            </Setting>
          ))}
        </div>
      </Group>
      {live.length > 0 && (
        <Group title={words.byIntegration} note={words.byIntegrationNote}>
          <div className="card">
            {live.map(({ id, name }) => (
              <IntegrationLevels key={id} id={id} name={name} privacy={privacy} onChange={onChange} />
            ))}
          </div>
        </Group>
      )}
    </>
  );
}

function IntegrationLevels(props: PrivacyLevelSettingsProps & { id: string; name: string }) {
  const { id, name, privacy, onChange } = props;
  const own: PrivacyLevels = privacy.integrations[id] ?? {};
  const defaults: PrivacyLevels = privacy.defaults;
  const [open, setOpen] = useState(false);
  const common = commonDefault(privacy);
  const above = common === undefined ? words.mixed : words.levels[common].name;
  const aboveFor = (type: EventType) =>
    words.levels[own['*'] ?? defaults[type] ?? defaults['*'] ?? 'text'].name;
  return (
    <>
      <Setting
        label={<bdi>{name}</bdi>}
        note={
          <button type="button" className="disclosure" aria-expanded={open} onClick={() => setOpen(!open)}>
            <ChevronRight size={12} strokeWidth={1.5} aria-hidden />
            {words.showTypes}
            <span className="visually-hidden">{words.typeExceptions(name)}</span>
          </button>
        }
      >
        <LevelSelect
          label={words.levelFor(name)}
          value={own['*']}
          above={above}
          onChange={(level) => onChange(withIntegrationLevel(privacy, id, '*', level))}
        />
      </Setting>
      {open && (
        <div className="exceptions">
          {EVENT_TYPES.map((type) => (
            <Setting key={type} label={messages.eventTypes[type]}>
              <LevelSelect
                label={words.levelFor(`${name}, ${messages.eventTypes[type]}`)}
                value={own[type]}
                above={aboveFor(type)}
                onChange={(level) => onChange(withIntegrationLevel(privacy, id, type, level))}
              />
            </Setting>
          ))}
        </div>
      )}
    </>
  );
}

function LevelSelect(props: {
  label: string;
  value: PrivacyLevel | undefined;
  above: string;
  onChange(level: PrivacyLevel | undefined): void;
}) {
  return (
    <Select
      aria-label={props.label}
      className="level-select"
      value={props.value ?? ''}
      onChange={(event) => props.onChange((event.target.value || undefined) as PrivacyLevel | undefined)}
    >
      <option value="">{words.asAbove(props.above)}</option>
      {LEVELS.map((level) => (
        <option key={level} value={level}>
          {words.levels[level].name}
        </option>
      ))}
    </Select>
  );
}
