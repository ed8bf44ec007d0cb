import { Select } from '../../components/select.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { useProjectName } from '../../control/project-names.tsx';
import { messages } from '../../messages/index.ts';

const words = messages.today;

/** The choice of one project. It offers those of the shown range, and the chosen one. */
export function ProjectMenu(props: {
  value: string | undefined;
  since: string;
  until: string;
  onChange(project: string | undefined): void;
}) {
  const { value, since, until, onChange } = props;
  const listed = useQuery('projects.list', { since, until }, ['receipts']).value?.projects ?? [];
  const paths = [...new Set([...(value === undefined ? [] : [value]), ...listed.map(({ path }) => path)])];
  const nameOf = useProjectName();
  return (
    <Select
      className="title-row__project"
      aria-label={words.project}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{words.allProjects}</option>
      {paths.map((path) => (
        <option key={path} value={path}>
          {nameOf(path)}
        </option>
      ))}
    </Select>
  );
}
