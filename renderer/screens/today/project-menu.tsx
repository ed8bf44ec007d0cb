import { Select } from '../../components/select.tsx';
import { useQuery } from '../../control/control-context.tsx';
import { messages } from '../../messages/index.ts';
import { projectName } from '../insight/project-table.tsx';

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
  const names = paths.map(projectName);
  return (
    <Select
      className="title-row__project"
      aria-label={words.project}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      <option value="">{words.allProjects}</option>
      {paths.map((path, index) => (
        <option key={path} value={path}>
          {names.indexOf(names[index]!) === names.lastIndexOf(names[index]!) ? names[index] : path}
        </option>
      ))}
    </Select>
  );
}
