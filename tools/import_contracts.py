"""Import-linter contracts that hold for the code and not for the tests beside it."""

from grimp import ImportGraph
from importlinter import ContractCheck
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract


def without_imports_of_tests(graph: ImportGraph) -> ImportGraph:
    """The graph without what any `test_*.py` imports: import-linter's wildcards stand for whole names."""
    tests = [module for module in graph.modules if module.rpartition(".")[2].startswith("test_")]
    for test in tests:
        for imported in graph.find_modules_directly_imported_by(test):
            graph.remove_import(importer=test, imported=imported)
    return graph


class LayersOfCode(LayersContract):
    type_name = "layers_of_code"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        return super().check(without_imports_of_tests(graph), verbose)


class ForbiddenInCode(ForbiddenContract):
    type_name = "forbidden_in_code"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        return super().check(without_imports_of_tests(graph), verbose)
