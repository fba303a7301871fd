"""Import-linter contracts that apply to the code but not to the tests beside it."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.application.contract_utils import AlertLevel, remove_ignored_imports_and_report
from importlinter.contracts.layers import LayersContract


def without_imports_of_tests(graph: ImportGraph) -> ImportGraph:
    """Removes the imports of every `test_*.py`: a wildcard of import-linter matches only whole names."""
    tests = [module for module in graph.modules if module.rpartition(".")[2].startswith("test_")]
    for test in tests:
        for imported in graph.find_modules_directly_imported_by(test):
            graph.remove_import(importer=test, imported=imported)
    return graph


class LayersOfCode(LayersContract):
    type_name = "layers_of_code"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        return super().check(without_imports_of_tests(graph), verbose)


class AllowedInCode(Contract):
    """The source packages import only each other and the allowed modules."""

    type_name = "allowed_in_code"

    source_modules = fields.SetField(subfield=fields.ModuleField())
    allowed_modules = fields.SetField(subfield=fields.ModuleField())
    ignore_imports = fields.SetField(subfield=fields.ImportExpressionField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        removal = remove_ignored_imports_and_report(
            graph=without_imports_of_tests(graph),
            ignore_imports=self.ignore_imports,  # type: ignore[arg-type]
            unmatched_alerting=AlertLevel.ERROR,
        )
        packages = {module.name for module in self.source_modules}  # type: ignore[attr-defined]
        sources = packages.union(*(graph.find_descendants(package) for package in packages))
        allowed = sources | {module.name for module in self.allowed_modules}  # type: ignore[attr-defined]
        illegal = [
            (importer, imported)
            for importer in sorted(sources)
            for imported in sorted(graph.find_modules_directly_imported_by(importer) - allowed)
        ]
        return ContractCheck(
            kept=not illegal,
            warnings=list(removal.warnings),
            ignored_import_count=removal.ignored_import_count,
            metadata={"illegal": illegal},
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["illegal"]:
            output.print_error(f"{importer} imports {imported}, which is not in the list of allowed modules.")
