# What the scripts and CMake say where things are not as on the machine they were written on: another system, another
# processor, a system with libraries of its own, a source whose checksum nobody knows. Called by ctest with -DSOURCE=, -DWORK=, and
# -DSYMENGINE= and -DSKIA=, where cmake/symengine.sh and cmake/skia.sh have put theirs.
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/bin)

# run(STATUS WORDS...): ends with that status (0 or not), and `out` is what it said.
function(run status)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE out ERROR_VARIABLE out RESULT_VARIABLE result WORKING_DIRECTORY ${SOURCE})
  if((status EQUAL 0 AND result) OR (NOT status EQUAL 0 AND NOT result))
    message(FATAL_ERROR "${ARGN}\nended with ${result}:\n${out}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " out "${out}")   # CMake breaks lines
  set(out "${out}" PARENT_SCOPE)
endfunction()
function(says part)
  if(NOT out MATCHES "${part}")
    message(FATAL_ERROR "no \"${part}\" in:\n${out}")
  endif()
endfunction()
set(env ${CMAKE_COMMAND} -E env)

# A system nobody has tried: one sentence, and what is missing.
file(WRITE ${WORK}/os-release "ID=haiku\nVERSION_ID=7\nPRETTY_NAME=\"Haiku 7\"\n")
run(1 ${env} LIMBER_OS_RELEASE=${WORK}/os-release LIMBER_OFFLINE=1 cmake/packages.sh package:no-such-package)
says("known to build on Debian 12 and 13; this is Haiku 7")
says("missing: no-such-package")
foreach(version 12 13)
  file(WRITE ${WORK}/os-release "ID=debian\nVERSION_ID=${version}\nPRETTY_NAME=\"Debian ${version}\"\n")
  run(1 ${env} LIMBER_OS_RELEASE=${WORK}/os-release LIMBER_OFFLINE=1 cmake/packages.sh package:no-such-package)
  if(out MATCHES "known to build")
    message(FATAL_ERROR "Debian ${version} is not known:\n${out}")
  endif()
endforeach()

# The long command wants all there is to look at, and says so before it begins.
run(1 ${env} LIMBER_SVG_TESTS=${WORK}/no-such-folder ./test --all)
says("LIMBER_SVG_TESTS=FOLDER ./test --all")

# Another processor: said at once, by the scripts and by CMake.
file(WRITE ${WORK}/set_up.sh ". ${SOURCE}/cmake/setup.sh\nknown_processor\n")
run(1 ${env} LIMBER_PROCESSOR=riscv64 bash ${WORK}/set_up.sh)
says("x86-64 only, and this is riscv64")
run(1 ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/arm -G Ninja -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64)
says("x86-64 only, and this is aarch64")

# The registry serves only its newest SymEngine: an unknown one is told of, and refused where that is asked for. No
# compiler is started: the program that would fetch it is one of ours.
file(WRITE ${WORK}/bin/Rscript "#!/bin/sh\nmkdir -p symengine/src && echo other >symengine/src/upstream.tar && tar czf symengine_9.tar.gz symengine\n")
file(CHMOD ${WORK}/bin/Rscript PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
run(1 ${env} PATH=${WORK}/bin:$ENV{PATH} LIMBER_CACHE=${WORK}/cache LIMBER_STRICT=1 cmake/symengine.sh)
says("LIMBER_STRICT, and this SymEngine is not the one we know")

# Sources from a folder instead of the network: looked at as closely.
file(MAKE_DIRECTORY ${WORK}/sources/symengine/src)
file(WRITE ${WORK}/sources/symengine/src/upstream.tar "other")
execute_process(COMMAND tar czf symengine_9.tar.gz symengine WORKING_DIRECTORY ${WORK}/sources)
file(WRITE ${WORK}/sources/skia-m130-other.tar.xz "other")
set(from_folder ${env} LIMBER_CACHE=${WORK}/other_cache LIMBER_SOURCES=${WORK}/sources LIMBER_OFFLINE=1 LIMBER_STRICT=1)
run(1 ${from_folder} cmake/symengine.sh)
says("LIMBER_STRICT, and this SymEngine is not the one we know")
run(1 ${from_folder} cmake/skia.sh)
says("wrong checksum of Skia's tarball")

# The system's own libraries, by find_package and pkg-config; here those of the cache stand for them.
set(own -G Ninja -DLIMBER_TESTS=OFF -DLIMBER_SYSTEM_LIBRARIES=ON)
run(1 ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/none ${own} -DLIMBER_APP=OFF)
says("no SymEngine that find_package finds")
if(EXISTS ${SYMENGINE}/lib/cmake AND EXISTS ${SKIA}/cflags)
  file(READ ${SKIA}/cflags cflags)
  file(READ ${SKIA}/libs libs)
  string(STRIP "${cflags}" cflags)
  string(STRIP "${libs}" libs)
  string(REPLACE "@" "${SKIA}" cflags "${cflags}")
  string(REPLACE "@" "${SKIA}" libs "${libs}")
  file(WRITE ${WORK}/skia.pc "Name: skia\nDescription: draws\nVersion: 130\nCflags: ${cflags} -I${SKIA}\nLibs: ${libs}\n")
  run(0 ${env} PKG_CONFIG_PATH=${WORK} ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/own ${own} -DCMAKE_PREFIX_PATH=${SYMENGINE})
  says("SymEngine::SymEngine: the system's")
  says("Skia::Skia: the system's, milestone 130")
else()
  message(STATUS "Skia or SymEngine is not in the cache: the system's own were not stood in for")
endif()
