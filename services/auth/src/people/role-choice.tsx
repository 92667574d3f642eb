import { userRoles } from '@pas/accounts/user-roles'
import type { ReactNode } from 'react'
import type { PeopleTexts } from './people-texts'

export const RoleChoice = ({ texts, chosen }: { texts: PeopleTexts; chosen: string }): ReactNode => (
  <Radios
    name="role"
    legend={texts.role}
    chosen={chosen}
    values={userRoles.map((role) => ({ value: role, text: texts.roles[role], hint: texts.roleHints[role] }))}
  />
)

export const Radios = ({
  name,
  legend,
  chosen,
  values,
}: {
  name: string
  legend: string
  chosen: string
  values: { value: string; text: string; hint?: string; lang?: string }[]
}): ReactNode => (
  <fieldset>
    <legend>{legend}</legend>
    <ul className="choices">
      {values.map(({ value, text, hint, lang }) => (
        <li key={value}>
          <label>
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} required />
            <span lang={lang}>{text}</span>
            {hint && <small>{hint}</small>}
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
)
