import { translation } from '#app/i18n/translation.ts'
import { Choice } from '#app/ui/choice.tsx'
import { FieldError } from '#app/ui/field.tsx'
import { ROLES, type Role } from '#modules/staff/people/roles.ts'

type RoleChoicesProps = { chosen: readonly Role[]; error: string | undefined }

/** A check box for each role, since a member may have several. */
export function RoleChoices({ chosen, error }: RoleChoicesProps) {
  const { roles, staff } = translation().messages.office
  return (
    <fieldset id="roles" className="stack">
      <legend className="label">{staff.roles}</legend>
      {error && <FieldError>{error}</FieldError>}
      <div className="row">
        {ROLES.map((role) => (
          <Choice
            key={role}
            type="checkbox"
            name={`role-${role}`}
            value="yes"
            defaultChecked={chosen.includes(role)}
          >
            {roles[role]}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}
